/** Schemes that execute or display content instead of opening an application. */
const notElsewhere: ReadonlySet<string> = new Set([
  'about:',
  'blob:',
  'data:',
  'file:',
  'filesystem:',
  'javascript:',
  'vbscript:',
  'view-source:',
])

/** True if redirecting there is allowed: a web URL, or an app's own scheme. Pure. */
export const mayLeaveFor = (url: string): boolean => {
  const parsed = URL.canParse(url) ? new URL(url) : null
  return parsed !== null && !notElsewhere.has(parsed.protocol)
}

/** Leaves the page, to which Back does not return: the question was answered. @throws Error when the address leads to no application */
export const leaveFor = (url: string): void => {
  if (!mayLeaveFor(url)) throw new Error('The application gave an address that a browser may not open.')
  location.replace(url)
}

/** Formats a redirect target for display. For an app's own scheme only the scheme, because nobody owns the rest. Pure. */
export const placeOf = (url: string): string => {
  const { host, protocol } = new URL(url)
  return /^https?:$/.test(protocol) ? host : protocol.slice(0, -1)
}
