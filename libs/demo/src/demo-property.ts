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

/** The truth about a property. Listings show parts of it, each in its own words. */
export interface DemoProperty {
  /** Of this property alone; it stands in no listing. */
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
