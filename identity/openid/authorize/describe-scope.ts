import type { Project } from '../../projects/index.ts'

/** SPEC.md's descriptions of the scopes that every project has. */
const descriptions: Readonly<Record<string, string>> = {
  openid: 'Verify your identity',
  profile: 'View your personal profile information',
  email: 'View your personal profile information',
  phone: 'View your personal profile information',
  offline_access: "Maintain access to your data even when you're not actively using the app",
}

/** Describes for users what a scope allows. */
export const describeScope = ({ rbac }: Pick<Project, 'rbac'>, scope: string): string =>
  descriptions[scope] ?? (rbac.scopes.find(rule => rule.scope === scope)?.description || `Use the ${scope} scope`)
