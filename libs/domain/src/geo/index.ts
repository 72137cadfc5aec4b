export * from './degrees.js';
export * from './geometry.js';
export * from './distance.js';
export * from './bounding-box.js';
export * from './point-in-area.js';
export * from './parse-area.js';
