// Parts that several statements share.

/** Of an upload: something of it came lately. Else it was cut, and the sweep takes what arrived. */
export const IS_TOUCHED = `touched_at > clock_timestamp() - interval '5 minutes'`;
