/**
 * Header with the provider's user ID that a page was rendered for. A request carrying it runs for that account or is rejected, because the
 * session may have ended and another user logged in.
 */
export const actingForHeader = 'Acting-For'

/** The same in a form that visitors may send, too: a field that only the form of a page of an account has. */
export const actingForField = 'acting_for'
