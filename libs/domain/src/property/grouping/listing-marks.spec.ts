import { marksOf } from './listing-marks.js';

describe('marksOf', () => {
  it.each([
    ['Programme neuf. Lot n° B203.', 'B203'],
    ['lot 12, dernier étage', '12'],
    ['Vivienda nueva, lote 7A', '7A'],
    ['Unit 4-12 in the tower', undefined],
    ['Appartement n° A12 au calme', 'A12'],
    ['Neubau, WE 07', '07'],
    ['Copropriété de 12 lots', undefined],
    ['Appartement 3 pièces', undefined],
    ['lotissement 2018', undefined],
    ['Terrain, lot 450 m²', undefined],
  ])('reads the number of a home in its building: %s', (description, lot) => {
    expect(marksOf({ description }).lot).toBe(lot);
  });

  it.each([
    ['Réf. 48210.', '48210'],
    ['Référence agence : VA-1234', 'VA-1234'],
    ['ref: AB12', 'AB12'],
    ['Prix de référence du quartier', undefined],
    ['prefabricated 2000', undefined],
  ])('reads the agency’s number of a home: %s', (description, reference) => {
    expect(marksOf({ description }).reference).toBe(reference);
  });

  it('reads the title as well, and finds nothing where nothing is said', () => {
    expect(marksOf({ title: 'T3 – lot C14', description: 'Belle vue.' })).toEqual({ lot: 'C14', reference: undefined });
    expect(marksOf({})).toEqual({});
  });
});
