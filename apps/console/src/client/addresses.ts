const { content } = document.querySelector<HTMLMetaElement>('meta[name="gable-console"]')!;

/** Where this page lies: `/console/`, or `/gable/console/`, as the API wrote it, where it came through a proxy. */
export const CONSOLE_PATH = location.pathname.startsWith(content.slice(0, -1)) ? content : '/console/';

/** What stands before the paths of the interface: nothing, or `/gable`. */
export const API_PATH = CONSOLE_PATH.slice(0, -'/console/'.length);

/** The same with the host, for a shell or another program. */
export const API_URL = location.origin + API_PATH;
