import { UsageError } from './errors.ts'

/** The provider's address without a slash at its end. It may have a path, behind a proxy. @throws UsageError */
export const readBaseUrl = (given: string): string => {
  const url = URL.canParse(given) ? new URL(given) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`createHeadlessClient: baseUrl must be an http or https URL, not "${given}".`)
  }
  return (url.origin + url.pathname).replace(/\/+$/, '')
}
