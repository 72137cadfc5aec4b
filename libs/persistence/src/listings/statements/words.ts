/**
 * Up to $4 words that begin with $2, those first that most of $3 listings have which have such a word ($1 finds them).
 * A cut word is none that anybody could ask for.
 */
export const SELECT_WORDS = `
  select word from (
    select unnest(tsvector_to_array(words)) as word
    from (select words from listing where online and words @@ $1::tsquery limit $3) found
  ) each
  where starts_with(word, $2) and right(word, 1) <> $5
  group by word order by count(*) desc, word limit $4`;
