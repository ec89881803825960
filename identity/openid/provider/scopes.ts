import type { User } from '@corroborate/wire/types'
import type { Project } from '../../projects/index.ts'

/** The scopes of every project, besides those of its own policy. */
export const commonScopes = ['openid', 'profile', 'email', 'phone', 'offline_access', 'full_access'] as const

/** Every scope of a project. */
export const scopesOf = ({ rbac, openid }: Pick<Project, 'rbac' | 'openid'>): string[] => [
  ...new Set([
    ...commonScopes,
    ...rbac.scopes.map(({ scope }) => scope),
    ...openid.resources.flatMap(({ scopes }) => scopes),
  ]),
]

type Permission = { resource_id: string; actions: readonly string[] }

const covers = (held: readonly Permission[], wanted: Permission): boolean =>
  wanted.actions.every(action =>
    held.some(
      ({ resource_id, actions }) =>
        resource_id === wanted.resource_id && (actions.includes(action) || actions.includes('*')),
    ),
  )

/** True if a user may grant a scope. Scopes of the project's RBAC policy require all their permissions in the user's roles. */
export const mayGrant = ({ rbac }: Pick<Project, 'rbac'>, user: Pick<User, 'roles'>, scope: string): boolean => {
  const ruled = rbac.scopes.find(rule => rule.scope === scope)
  if (ruled === undefined) return true
  const held = rbac.roles
    .filter(({ role_id }) => user.roles.includes(role_id))
    .flatMap(({ permissions }) => permissions)
  return ruled.permissions.every(permission => covers(held, permission))
}
