export * from './delivery-fixture.js';
