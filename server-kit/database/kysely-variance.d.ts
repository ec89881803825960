import 'kysely'

/**
 * A database of many tables may be given to code that needs some of them (`out`). Kysely does not say so, and without it the compiler
 * compares the types of every query that either could make, for each pair of databases: most of its time.
 */
declare module 'kysely' {
  interface QueryCreator<out DB> {}
  interface Kysely<out DB> {}
  interface Transaction<out DB> {}
}
