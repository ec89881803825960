import { findPackageJSON } from 'node:module'
import { OperatorError } from '../operator-error/index.ts'

/** @throws OperatorError when one of the packages is not installed, as after `npm ci --omit=dev`. */
export const requireBuilders = (packages: readonly string[]): void => {
  const missing = packages.filter(name => !isInstalled(name))
  if (missing.length === 0) return
  throw new OperatorError(
    `This has to be built before it starts, and what builds it is not installed (${missing.join(', ')}): run "npm ci" ` +
      'without --omit=dev, or start a release, in which everything is built (docs/operations.md).',
  )
}

const isInstalled = (name: string): boolean => {
  try {
    return findPackageJSON(name, import.meta.url) !== undefined
  } catch {
    return false
  }
}
