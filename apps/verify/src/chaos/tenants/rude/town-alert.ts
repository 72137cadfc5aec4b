import { EVERYTHING, IN_TOWN } from '../town-wide.js';

/** The body of an alert that wants every change of the town, and is notified of all of it. */
export const TOWN_ALERT = {
  name: 'Everything',
  criteria: { location: { includedDivisionIds: IN_TOWN.included } },
  notificationConfig: EVERYTHING,
};
