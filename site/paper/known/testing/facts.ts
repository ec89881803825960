import type { KnownFact } from '../model.ts'

export const exampleFact = (given: Partial<KnownFact> = {}): KnownFact => ({
  id: 'fact-1',
  year: 2020,
  date: '2020',
  dateIsLatest: false,
  kind: 'retraction',
  label: 'Retraction',
  title: null,
  doi: null,
  href: null,
  source: { name: 'Crossref', href: null },
  quote: null,
  group: 'event',
  outcome: null,
  ...given,
})
