const DATE_TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)$/i;

/**
 * Reads an ISO 8601 date-time with a zone and gives the same instant in UTC with milliseconds, or undefined where the
 * text is none: no zone, a day or an hour that does not exist (2024-02-30, 24:00, a leap second), a year outside 0001
 * to 9999. Fractions finer than a millisecond are cut off.
 */
export function parseDateTime(text: string): string | undefined {
  if (text.length > 40) return undefined;
  const part = DATE_TIME.exec(text);
  if (part === null) return undefined;
  const [, yyyy, mm, dd, hh, min, ss = '00', fraction = '', sign, zoneHh = '0', zoneMin = '0'] =
    part as unknown as DateTimeParts;
  if (yyyy === '0000' || dd === '00' || Number(dd) > daysInMonth(Number(yyyy), Number(mm))) return undefined;
  if (Number(hh) > 23 || Number(min) > 59 || Number(ss) > 59 || Number(zoneHh) > 23 || Number(zoneMin) > 59)
    return undefined;

  const inItsZone = `${yyyy}-${mm}-${dd}T${hh}:${min}:${ss}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
  const zoneMinutes = Number(zoneHh) * 60 + Number(zoneMin);
  // Feeds mostly write UTC, and every line holds a date-time: no Date is made for those.
  if (zoneMinutes === 0) return inItsZone;
  const instant = new Date(Date.parse(inItsZone) - (sign === '-' ? -1 : 1) * zoneMinutes * 60_000);
  // A zone can carry the first and the last hours out of the years that a database and this notation hold.
  const year = instant.getUTCFullYear();
  return year < 1 || year > 9999 ? undefined : instant.toISOString();
}

type DateTimeParts = [
  whole: string,
  yyyy: string,
  mm: string,
  dd: string,
  hh: string,
  min: string,
  ss?: string,
  fraction?: string,
  sign?: string,
  zoneHh?: string,
  zoneMin?: string,
];

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function daysInMonth(year: number, month: number): number {
  if (month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)) return 29;
  return DAYS[month - 1] ?? 0;
}
