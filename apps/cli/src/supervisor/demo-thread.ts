// The program of a thread that makes the demo: the divisions at once, the listings when it is told up to which instant.
import { DemoMakerHere, type DemoFile, type DemoOptions } from '@gable/demo/generation';
import { parentPort } from 'node:worker_threads';

const maker = new DemoMakerHere();
give(await maker.divisions());
parentPort!.once('message', (options: DemoOptions) => void maker.listings(options).then(give));

function give(file: DemoFile): void {
  parentPort!.postMessage(
    file,
    file.chunks.map(({ buffer }) => buffer as ArrayBuffer),
  );
}
