/** SPEC §8: messages for searches without results, in the search box and on the results page. */
export const searchMessages = {
  tooMany: 'Too many requests. Please try again in a moment.',
  unavailable: 'Search service is currently unavailable.',
  none: 'No papers found. Try different keywords.',
  unreachable: 'Error searching papers. Please try again.',
  unreadable: 'Search error. Please try again.',
} as const
