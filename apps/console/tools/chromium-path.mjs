// Prints where the Chromium of npm lies; unpacks it the first time. A process of its own, because it is an ES module
// and Jest runs in CommonJS.
import chromium from '@sparticuz/chromium';

process.stdout.write(JSON.stringify({ executablePath: await chromium.executablePath() }));
