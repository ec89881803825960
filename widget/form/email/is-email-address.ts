/** Whether a text has the form of an address. The provider checks the rest, and says in its own words what is wrong. */
export const isEmailAddress = (text: string): boolean => /^[^\s@]+@(?:[^\s@.]+\.)+[^\s@.]{2,}$/.test(text)
