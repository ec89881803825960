/** The mark that a page of the site leaves in the browser's timeline when every part that lives is alive. */
export const aliveMark = 'alive'
