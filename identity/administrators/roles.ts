/** Administrator roles in the console. Each role includes the permissions of the previous ones. */
export const administratorRoles = ['auditor', 'support', 'owner'] as const
export type AdministratorRole = (typeof administratorRoles)[number]

/** Descriptions of the roles for administrators. */
export const roleWords: Readonly<Record<AdministratorRole, string>> = {
  auditor: 'Reads everything but secrets, and changes nothing.',
  support: 'Helps people with their accounts, and sends again what got lost.',
  owner: 'Does everything, and says who else is an administrator.',
}

/** True if a role includes the permissions of the needed role. Pure. */
export const mayAs = (role: AdministratorRole, needed: AdministratorRole): boolean =>
  administratorRoles.indexOf(role) >= administratorRoles.indexOf(needed)

/** The role of this name, or null. */
export const roleNamed = (text: string): AdministratorRole | null =>
  administratorRoles.find(role => role === text) ?? null
