/**
 * The header in which a page says for which account it was made, by the provider's id of the user. A call that carries it is done for this
 * account or not at all: the session may have ended since, and somebody else may have logged in.
 */
export const actingForHeader = 'Acting-For'

/** The same in a form that visitors may send, too: a field that only the form of a page of an account has. */
export const actingForField = 'acting_for'
