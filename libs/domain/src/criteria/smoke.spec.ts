import { formatCriteria, parseCriteria } from './index.js';
it('x', () => {
  const t = (v: unknown, o?: any) => { const t0 = performance.now(); const p = parseCriteria(v, o); console.log(JSON.stringify(v)?.slice(0, 200), '\n', JSON.stringify(p, null, 1).slice(0, 1800), p.ok ? JSON.stringify(formatCriteria(p.value)) : '', (performance.now() - t0).toFixed(1)); };
  t({ transactionType: { value: 'SELL' }, price: { min: 1, lte: 2 }, bedrooms: { min: 1 }, rooms: { min: 2, rooms: { min: 2.5 }, bedrooms: { min: 1 } }, unit: { bathrooms: { min: 1 }, parking: { value: true } } });
  t({ rooms: { min: 2, bedrooms: { min: 1 } }, propertyType: { included: ['APARTMENT', 1, 0] }, location: { included: [{ cityId: 1, districtId: 2 }, { cityId: 3 }], excluded: [{ cityId: 5, neighborhoodId: 6 }], centerPoint: '{"lat": 1, "longitude": -0}', radiusMeters: 10 }, operator: 'OR', branches: [{}, { price: { max: 3 } }] });
  t({ transactionType: ['SELL', 'RENT'], cityIds: [1, 2], districtIds: [3], hasParking: true, price: { gte: 1 } }, { mode: 'classic' });
  t({ bathrooms: {}, propertyType: ['FLAT'], rooms: { bedrooms: 1 } , cityId: 4, hasparking: 1 }, { mode: 'classic' });
  t(JSON.parse('{"__proto__": 1, "constructor": {"a": 1}, "price": {"toString": 1, "min": 1e999}, "operator": "XOR", "transactionType": {"value": "toString"}, "children": []}'));
  let deep: any = {}; for (let i = 0; i < 50000; i++) deep = { children: [deep] };
  const t0 = performance.now(); console.log(JSON.stringify(parseCriteria(deep)).slice(0, 900), performance.now() - t0);
});
