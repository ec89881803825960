import { auth0 } from './auth0.ts'
import { clerk } from './clerk.ts'
import { csv } from './csv.ts'
import type { OpenFormat } from './export-format.ts'
import { firebase } from './firebase.ts'
import { jsonLines } from './json-lines.ts'
import { keycloak } from './keycloak.ts'
import { stytch } from './stytch.ts'
import { supabase } from './supabase.ts'

export type { ExportFormat, ImportOptions } from './export-format.ts'

/** Every kind of file that users can be brought in from, by its name at the command line. */
export const exportFormats = {
  json: jsonLines,
  auth0,
  clerk,
  firebase,
  supabase,
  keycloak,
  stytch,
  csv,
} satisfies Record<string, OpenFormat>

/** The name of a kind of file. */
export type FormatName = keyof typeof exportFormats
