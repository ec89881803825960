/** License of a resource, as in the Data Package standard. */
export type Licence = { name: string; title: string; path: string }

/** Facts: public domain data, and the site's own counts. */
export const publicDomain: Licence = {
  name: 'CC0-1.0',
  title: 'Creative Commons CC0 1.0: public domain',
  path: 'https://creativecommons.org/publicdomain/zero/1.0/',
}

/** FORRT's list of attempts. */
export const attribution: Licence = {
  name: 'CC-BY-4.0',
  title: 'Creative Commons Attribution 4.0: FORRT Library of Reproduction and Replication Attempts',
  path: 'https://creativecommons.org/licenses/by/4.0/',
}

/** User-generated content. No license was granted, so none can be passed on. */
export const ofItsWriters: Licence = {
  name: 'LicenseRef-of-its-writers',
  title: 'Copyright of the authors, no license granted: quote as your law permits',
  path: 'LICENCES.md',
}

/** Human-readable license file beside the data. */
export const licencesFile = 'LICENCES.md'
