/** Whose the demo keys are. */
export const DEMO_ACCOUNT = 'demo';
