/** Street names that almost every French town has. */
export const STREETS = [
  'rue Victor Hugo', 'rue Jean Jaurès', 'avenue de la République', 'rue Pasteur', 'rue Gambetta', 'rue de la Gare', 'rue des Écoles', 'rue du Moulin',
  'avenue Jean Moulin', 'rue des Lilas', 'rue Émile Zola', 'rue du Marché', 'boulevard Carnot', 'rue Saint-Michel', 'rue des Tanneurs', 'impasse des Acacias',
  'rue du 8 Mai 1945', 'place de l’Église', 'quai des Célestins', 'rue de la Fontaine', 'rue Paul Bert', 'cours Lafayette', 'rue des Jardins', 'chemin des Vignes',
  'rue du Château', 'allée des Tilleuls', 'rue de Verdun', 'rue Nationale', 'rue Voltaire', 'avenue Foch',
] as const;

/** Names of quarters that many French towns have. */
export const QUARTERS = [
  'Centre-ville', 'Gare', 'Hôtel de Ville', 'Saint-Michel', 'Les Jardins', 'Vieux Port', 'Université', 'Les Halles', 'Faubourg', 'Belle Rive', 'La Colline', 'Saint-Jean',
] as const;
