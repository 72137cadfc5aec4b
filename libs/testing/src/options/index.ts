export { outcomeOf, type ProgramOutcome } from './outcome-of.js';
export {
  flag,
  oneOf,
  type ProgramOption,
  someOf,
  text,
  textLike,
  wholeNumber,
  wholeNumbers,
} from './program-option.js';
export {
  type ProgramOptions,
  type OptionValues,
  type ProgramCall,
  programOf,
  readOptions,
  refuseOptions,
} from './read-options.js';
