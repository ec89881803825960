/**
 * Names that folders add to, so that the compiler knows all of them and this file none of the folders:
 *
 *     declare module '../../platform/names/index.ts' {
 *       interface SecretKinds { recovery_code: true }
 *     }
 */

/** Kinds of secrets that work once (`accounts/single-use`). */
// biome-ignore lint/suspicious/noEmptyInterface: folders add to it
export interface SecretKinds {}
export type SecretKind = keyof SecretKinds

/** Limits of single folders; those that many folders draw on are in `protection/limits.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: folders add to it
export interface LimitNames {}

/**
 * What the log says to operators alone (`platform/audit`). What users are shown of it stands in `wire/account-events.ts`;
 * every entry is one or the other.
 */
// biome-ignore lint/suspicious/noEmptyInterface: folders add to it
export interface OperatorEvents {}
export type OperatorEvent = keyof OperatorEvents

/** What the owner of an account is told about (`delivery`). */
// biome-ignore lint/suspicious/noEmptyInterface: folders add to it
export interface AccountChanges {}
export type AccountChange = keyof AccountChanges
