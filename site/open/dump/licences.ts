/** Under which licence what is in a resource may be used, in the words of the Data Package standard. */
export type Licence = { name: string; title: string; path: string }

/** Facts: what others have given to everybody, and what the site itself has counted. */
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

/** What readers wrote. They were not asked for a licence, so that nobody can hand one on. */
export const ofItsWriters: Licence = {
  name: 'LicenseRef-of-its-writers',
  title: 'The words belong to their writers, who have given no licence: quote them as the law of your country lets you',
  path: 'LICENCES.md',
}

/** The file beside the data that says the same to people. */
export const licencesFile = 'LICENCES.md'
