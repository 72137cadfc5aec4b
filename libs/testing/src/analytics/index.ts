export * from './answer-question.js';
export * from './generate-market.js';
export * from './generate-questions.js';
export * from './retell-market.js';
