import type { Settings } from './group-settings.ts'

/** Logs one warning for each setting that a public server should have and this one lacks. */
export const warnOfMissing = ({ missing }: Settings, logger: { warn: (message: string) => void }): void => {
  for (const name of missing) logger.warn(`${name} is not set: ${consequences[name]}`)
}

const consequences: Readonly<Record<string, string>> = {
  SITE_CONTACT:
    'pages name no address to write to, and /.well-known/security.txt is missing. Set it to an email address that you read.',
}
