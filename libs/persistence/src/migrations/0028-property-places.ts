import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A property stands at one place: that of its online listing that shows it most exactly, of equals the newest. The
 * places come first and the generated column after them, since it writes the table anew, without what the update left.
 */
export class PropertyPlaces1764800000028 implements MigrationInterface {
  name = 'PropertyPlaces1764800000028';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(MAP_KEY);
    await runner.query('alter table property add column lat double precision, add column lng double precision');
    await runner.query(`
      update property set lat = place.lat, lng = place.lng
      from (
        select distinct on (property_id) property_id, lat, lng from listing
        where online and lat is not null and lng is not null
        order by property_id, coalesce(location_accuracy, 5), id desc
      ) place
      where property.id = place.property_id`);
    await runner.query(`
      alter table property add column map_key bigint generated always as (gable_map_key(lat, lng)) stored`);
    await runner.query(COMMENTS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table property drop column map_key, drop column lat, drop column lng');
    await runner.query('drop function gable_map_key');
  }
}

/**
 * `mapKeyOf` of the domain: the tile of zoom 24 (Web Mercator) that a point lies in, the bits of y and x in turns, so
 * that shifted right by two it names the tile around it.
 */
export const MAP_KEY = `
  create function gable_map_key(lat double precision, lng double precision)
  returns bigint language plpgsql immutable strict parallel safe as $$
  declare
    s double precision := sin(radians(least(85.0511287798066, greatest(-85.0511287798066, lat))));
    x bigint := least(16777215, greatest(0, floor((lng + 180) / 360 * 16777216)));
    y bigint := least(16777215, greatest(0, floor((0.5 - ln((1 + s) / (1 - s)) / (4 * pi())) * 16777216)));
  begin
    x := (x | (x << 16)) & 281470681808895;
    x := (x | (x << 8)) & 71777214294589695;
    x := (x | (x << 4)) & 1085102592571150095;
    x := (x | (x << 2)) & 3689348814741910323;
    x := (x | (x << 1)) & 6148914691236517205;
    y := (y | (y << 16)) & 281470681808895;
    y := (y | (y << 8)) & 71777214294589695;
    y := (y | (y << 4)) & 1085102592571150095;
    y := (y | (y << 2)) & 3689348814741910323;
    y := (y | (y << 1)) & 6148914691236517205;
    return x | (y << 1);
  end $$`;

const COMMENTS = `
  comment on column property.lat is 'Its place: that of the online listing that shows it most exactly.';
  comment on column property.map_key is 'The tile of the map that it stands in, at zoom 24: gable_map_key.'`;
