/**
 * Writes `common-passwords.bloom`: `node identity/factors/passwords/breaches/build-filter.ts`. To be run when one of the lists, both
 * under the MIT licence, has a new version; a test compares the file with them.
 */
import { writeFileSync } from 'node:fs'
import { commonPasswordFilter } from './common-password-lists.ts'
import { filterFile } from './common-passwords.ts'

writeFileSync(filterFile, commonPasswordFilter().bits)
