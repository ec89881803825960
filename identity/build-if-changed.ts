import { buildFilterIfMissing } from './factors/passwords/breaches/index.ts'

/** Builds the filter of common passwords, which the first start would do otherwise. Returns whether it had to. */
export const buildIdentityIfChanged = async (): Promise<boolean> => buildFilterIfMissing()
