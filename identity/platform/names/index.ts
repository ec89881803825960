/**
 * Names that folders add to, so that the compiler knows all of them and this file none of the folders:
 *
 *     declare module '../../platform/names/index.ts' {
 *       interface SecretKinds { recovery_code: true }
 *     }
 */

/** Kinds of secrets that work once (`accounts/one-time-tokens`). */
// biome-ignore lint/suspicious/noEmptyInterface: folders add to it
export interface SecretKinds {}
export type SecretKind = keyof SecretKinds

/** Limits of single folders; those that many folders draw on are in `protection/guard.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: folders add to it
export interface LimitNames {}

/**
 * Audit log actions visible to operators only (`platform/audit`). Those shown to users are in `wire/account-events.ts`; every action is in
 * exactly one of them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: folders add to it
export interface OperatorEvents {}
export type OperatorEvent = keyof OperatorEvents

/** Account changes that notify the owner (`delivery`). */
// biome-ignore lint/suspicious/noEmptyInterface: folders add to it
export interface AccountChanges {}
export type AccountChange = keyof AccountChanges
