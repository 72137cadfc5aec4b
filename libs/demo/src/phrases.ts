import type { Feature } from '@gable/domain/listing';
import type { PropertyType } from '@gable/domain';

/**
 * Sentences in French with places for facts in braces. One whose facts a listing does not state is not chosen for it.
 */
export type Bank = readonly string[];

export const TITLES: Readonly<Record<PropertyType, Bank>> = {
  FLAT: [
    '{Thing} de {area} {inTown}',
    '{where} – {T} {area}',
    '{T} {asset}, {where}',
    '{where} : {thing} {asset}',
    'Bel {thing1} de {area} {floor}',
    '{Deal} : {thing} {inTown}',
    '{T} lumineux proche commerces – {where}',
    '{where}, {street} : {T} de {area}',
    'Appartement {area} {inTown}, {street}',
  ],
  HOUSE: [
    '{Thing} de {area} {inTown}',
    '{where} – maison {area}, {bedroomCount}',
    'Maison familiale {asset}, {where}',
    '{Deal} : {thing} sur {land} de terrain',
    'Maison au calme {inTown}',
    '{where} : maison {roomCount} avec jardin',
  ],
  BUILDING: [
    'Immeuble de rapport {inTown} – {lots} lots',
    '{where} : immeuble de {area}',
    'Investisseurs : immeuble {lots} lots, {where}',
  ],
  PARKING: [
    'Place de parking {inTown}',
    '{where} – box fermé',
    '{Deal} : stationnement sécurisé, {where}',
    'Parking en sous-sol, {street}',
  ],
  OFFICE: ['Bureaux de {area} {inTown}', '{where} – plateau de bureaux {area}', '{Deal} : bureaux lumineux, {where}'],
  LAND: [
    'Terrain à bâtir de {area} {inTown}',
    '{where} – terrain constructible {area}',
    'Beau terrain viabilisé, {where}',
  ],
  SHOP: [
    'Local commercial de {area} {inTown}',
    '{where} – boutique {area}, emplacement passant',
    '{Deal} : commerce {street}, {where}',
  ],
  COMMERCIAL_PREMISES: [
    'Local d’activité de {area} {inTown}',
    '{where} – entrepôt {area}',
    '{Deal} : locaux professionnels, {where}',
  ],
  OTHER: [
    'Bien atypique de {area} {inTown}',
    '{where} – hangar aménageable {area}',
    'Ancien atelier à transformer, {where}',
  ],
};

export const OPENINGS: Readonly<Record<PropertyType, Bank>> = {
  FLAT: [
    '{where}, dans un immeuble {era}, nous vous proposons ce {thing} d’une surface de {area}, situé {floor}.',
    'Idéalement placé {street}, ce {thing} de {area} séduit par sa luminosité et son plan sans perte de place.',
    'Venez découvrir {inTown} ce {thing} de {area}, {floor} d’une résidence bien entretenue.',
    'Coup de cœur assuré pour ce {thing} de {area}, à deux pas des commerces et des transports.',
    'Situé {floor} d’un immeuble {era}, ce {thing} offre {area} de confort au cœur de la ville.',
    'Rare dans le secteur : {thing} de {area}, traversant et sans vis-à-vis, {inTown}.',
    'À visiter sans tarder, {where} : un {thing} de {area} aux volumes agréables.',
    'Appartement de {area} {inTown}, bien distribué et très clair.',
  ],
  HOUSE: [
    'Nous vous invitons à découvrir {inTown} cette {thing} de {area}, édifiée sur un terrain de {land}.',
    '{where}, au calme d’une rue résidentielle, {thing} de {area} prête à accueillir votre famille.',
    'Cette {thing} {era} développe {area} habitables et profite d’une belle exposition.',
    'Charme et tranquillité pour cette {thing} de {area}, proche des écoles.',
    'Sur une parcelle de {land}, venez visiter cette {thing} de {area} située {inTown}.',
    'Au bout d’une impasse, {thing} de {area}, à quelques minutes du centre.',
    'Propriété de {area} à découvrir {inTown}.',
  ],
  BUILDING: [
    'Ensemble immobilier de {area} {inTown}, composé de {lots} lots, à fort potentiel locatif.',
    'Immeuble {era} de {lots} lots, entièrement en pleine propriété, {where}.',
    'Opportunité pour investisseur : immeuble de {area} au cœur d’un quartier recherché.',
  ],
  PARKING: [
    'Place de stationnement dans une résidence sécurisée, {street}.',
    'Emplacement facile d’accès dans un parking surveillé, {where}.',
    'Box fermé idéal pour une voiture citadine ou du stockage, {inTown}.',
  ],
  OFFICE: [
    'Plateau de bureaux de {area} {inTown}, divisible, desservi par les transports.',
    'Bureaux de {area} dans un immeuble {era}, {floor}, prêts à l’emploi.',
    'Situés {street}, ces bureaux de {area} conviendront à une profession libérale comme à une jeune entreprise.',
  ],
  LAND: [
    'Terrain de {area} {inTown}, libre de constructeur, hors lotissement.',
    'Belle parcelle plate de {area} avec certificat d’urbanisme, {where}.',
    'En lisière de la commune, terrain à bâtir de {area}, réseaux en bordure.',
  ],
  SHOP: [
    'Boutique de {area} sur un axe passant, {street}.',
    'Local commercial de {area} avec belle vitrine, {where}.',
    'Emplacement de premier ordre {inTown} pour ce commerce de {area} en rez-de-chaussée.',
  ],
  COMMERCIAL_PREMISES: [
    'Local d’activité de {area} {inTown}, accès poids lourds et cour privative.',
    'Entrepôt de {area} sur une parcelle de {land}, proche des grands axes.',
    'Locaux professionnels de {area}, {where}, pouvant accueillir atelier et bureaux.',
  ],
  OTHER: [
    'Bien atypique de {area} {inTown}, à aménager selon vos projets.',
    'Ancien atelier de {area} plein de caractère, {where}.',
    'Hangar de {area}, charpente saine, nombreuses possibilités.',
  ],
};

/** Chosen only where the listing states the feature as present. */
export const FEATURE_SENTENCES: Readonly<Partial<Record<Feature, Bank>>> = {
  balcony: [
    'Un balcon de {balcony} prolonge le séjour.',
    'Vous profiterez d’un balcon bien exposé.',
    'Balcon filant avec vue dégagée.',
  ],
  terrace: [
    'Une terrasse de {terrace} permet de déjeuner dehors.',
    'Grande terrasse orientée sud-ouest.',
    'La terrasse, à l’abri des regards, est un vrai plus.',
  ],
  garden: [
    'Le jardin de {garden} est clos et arboré.',
    'Jardin privatif sans vis-à-vis.',
    'À l’extérieur, un joli jardin attend les amateurs de verdure.',
  ],
  cellar: ['Une cave complète ce bien.', 'Cave saine en sous-sol.', 'Vous disposerez aussi d’une cave.'],
  elevator: ['L’immeuble dispose d’un ascenseur.', 'Immeuble avec ascenseur.', 'Accès par ascenseur.'],
  parking: [
    'Stationnement privatif inclus.',
    'Une place de parking est comprise.',
    'Possibilité de garer un véhicule sur place.',
  ],
  swimmingPool: [
    'La piscine fera le bonheur de tous aux beaux jours.',
    'Accès à une piscine.',
    'Piscine entretenue et sécurisée.',
  ],
  furnished: ['Le logement est meublé et équipé.', 'Loué meublé, prêt à vivre.', 'Meublé avec soin.'],
  gym: ['La résidence propose une salle de sport.', 'Salle de sport réservée aux résidents.'],
  disabledAccess: ['Accès adapté aux personnes à mobilité réduite.', 'Circulations larges, accessibles en fauteuil.'],
  lastFloor: ['Au dernier étage, personne au-dessus.', 'Dernier étage : calme et lumière garantis.'],
};

export const CONDITION_SENTENCES = {
  NEW: ['Jamais habité, avec les garanties du neuf.', 'Construction récente aux dernières normes.'],
  TO_RENOVATE: [
    'Des travaux sont à prévoir : laissez parler votre imagination.',
    'À rénover, prix en conséquence.',
    'Rafraîchissement nécessaire, beau potentiel.',
  ],
  RENOVATED: [
    'Rénovation soignée réalisée en {renovated}.',
    'Entièrement rénové en {renovated}.',
    'Travaux récents ({renovated}) : électricité et peintures refaites.',
  ],
} as const satisfies Record<string, Bank>;

export const FACT_SENTENCES: Bank = [
  'DPE : classe {dpe}, émissions de gaz à effet de serre : {ghg}.',
  'Classe énergie {dpe}.',
  'Chauffage : {heating}.',
  'Copropriété de {lots} lots.',
  'Charges : environ {charges} € par mois.',
  'Construction de {year}.',
];

export const TOWN_SENTENCES: Bank = [
  'Écoles, commerces et transports sont accessibles à pied.',
  'La gare se rejoint en dix minutes.',
  'Quartier vivant, marché deux fois par semaine.',
  'Proche des parcs et des axes principaux.',
  'Un arrêt de bus est à deux pas.',
  'Secteur recherché pour son ambiance de village.',
];
export const VILLAGE_SENTENCES: Bank = [
  'Le bourg, son école et sa boulangerie sont tout proches.',
  'Environnement verdoyant, sans nuisance.',
  'La campagne à vingt minutes de la ville.',
  'Commune dynamique avec médecin et commerces.',
  'Vue dégagée sur les coteaux.',
];

export const CLOSINGS: Bank = [
  'Contactez {publisher} pour organiser une visite.',
  'Pour visiter, {publisher} se tient à votre disposition.',
  'Dossier complet sur demande auprès de {publisher}.',
  '{publisher} vous accompagne dans votre projet. Visites possibles le samedi.',
  'Les informations sur les risques auxquels ce bien est exposé sont disponibles sur le site Géorisques.',
];
export const PRIVATE_CLOSINGS: Bank = [
  'Agences s’abstenir.',
  'Vente directe de particulier à particulier.',
  'Annonce de particulier, visites le week-end.',
  'Merci de me joindre en soirée.',
];
export const PRIVATE_RENT_CLOSINGS: Bank = [
  'Agences s’abstenir.',
  'Location directe avec le propriétaire.',
  'Dossier à fournir lors de la visite.',
];

export const HEATING_WORDS = {
  GAS: 'gaz',
  ELECTRICITY: 'électrique',
  OIL: 'fioul',
  WOOD: 'bois',
  SOLAR: 'solaire',
  GEOTHERMAL: 'géothermie',
  DISTRICT_HEATING: 'réseau de chaleur urbain',
} as const;
