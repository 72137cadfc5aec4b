import type {
  EnergyCarrier,
  EnergyRating,
  HeatingSystem,
  PropertyCondition,
  PropertyType,
  TransactionType,
} from '@gable/domain';
import type { Feature } from '@gable/domain/listing';
import type { Point } from '@gable/domain/geo';
import type { Town } from './generate-divisions.js';

/** The truth about a home. Adverts show parts of it, each in its own words. */
export interface Home {
  /** Of this home alone; it stands in no advert. */
  key: string;
  town: Town;
  district?: Town;
  point: Point;
  street: string;
  quarter: string;
  postalCode?: string;
  transactionType: TransactionType;
  propertyType: PropertyType;
  area: number;
  land?: number;
  balconyArea?: number;
  terraceArea?: number;
  gardenArea?: number;
  rooms?: number;
  bedrooms?: number;
  bathrooms?: number;
  floor?: number;
  /** Storeys above the ground floor. */
  storeys?: number;
  features: Partial<Record<Feature, boolean>>;
  constructionYear?: number;
  renovationYear?: number;
  lots?: number;
  energy?: { dpe: EnergyRating; ghg: EnergyRating; heatingSystem: HeatingSystem; energyCarrier: EnergyCarrier };
  condition: PropertyCondition;
  lifeAnnuity: boolean;
  price: number;
  charges?: number;
}
