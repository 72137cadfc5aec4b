import fs from 'node:fs';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';

const CENTRAL_ENTRY = 0x02014b50;
const END_RECORD = 'PK\x05\x06';

/**
 * Unpacks a zip file (APPNOTE 6.3, no Zip64, no encryption), so that neither `unzip` nor a JDK's `jar` has to be there.
 * Keeps the executable bit.
 */
export function unzip(zip: Buffer, targetFolder: string): void {
  let at = zip.readUInt32LE(zip.lastIndexOf(END_RECORD) + 16); // end record → central directory
  while (zip.readUInt32LE(at) === CENTRAL_ENTRY) {
    const method = zip.readUInt16LE(at + 10);
    const packedSize = zip.readUInt32LE(at + 20);
    const nameLength = zip.readUInt16LE(at + 28);
    const mode = zip.readUInt32LE(at + 38) >>> 16;
    const header = zip.readUInt32LE(at + 42);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const file = path.join(targetFolder, name);
    if (!file.startsWith(targetFolder + path.sep)) throw new Error(`unsafe path in the archive: ${name}`);
    if (name.endsWith('/')) fs.mkdirSync(file, { recursive: true });
    else {
      const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
      const packed = zip.subarray(start, start + packedSize);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, method === 0 ? packed : inflateRawSync(packed), { mode: mode & 0o111 ? 0o755 : 0o644 });
    }
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
}
