import { removeTestHome } from './test-home.mjs';

export default function globalTeardown() {
  removeTestHome(process.env.GABLE_TEST_HOME);
}
