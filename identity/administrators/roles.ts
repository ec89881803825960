/** What an administrator may do in the console; each role may do all that those before it may. */
export const administratorRoles = ['auditor', 'support', 'owner'] as const
export type AdministratorRole = (typeof administratorRoles)[number]

/** What each role is for, in words for administrators. */
export const roleWords: Readonly<Record<AdministratorRole, string>> = {
  auditor: 'Reads everything but secrets, and changes nothing.',
  support: 'Helps people with their accounts, and sends again what got lost.',
  owner: 'Does everything, and says who else is an administrator.',
}

/** Whether somebody of a role may do what another role is needed for. Pure. */
export const mayAs = (role: AdministratorRole, needed: AdministratorRole): boolean =>
  administratorRoles.indexOf(role) >= administratorRoles.indexOf(needed)

/** The role of this name, or null. */
export const roleNamed = (text: string): AdministratorRole | null =>
  administratorRoles.find(role => role === text) ?? null
