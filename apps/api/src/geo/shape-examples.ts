/** A body of POST /geo/shapes, for the documentation. */
export const SHAPE_EXAMPLE = {
  name: 'Around the park',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [2.34, 48.84],
        [2.37, 48.84],
        [2.37, 48.86],
        [2.34, 48.86],
        [2.34, 48.84],
      ],
    ],
  },
};
