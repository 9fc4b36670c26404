/** The texts of the sign-up form. */

export const photo = "Your picture";
export const generated = "Made from your initials. You can change it now or later.";
export const useAnother = "Use another picture";
export const choosePhoto = "Choose a picture";
export const photoURL = "Photo URL";
export const photoURLHint = "Or paste the https URL of a picture of you.";
export const initialsInstead = "We'll show your initials instead.";
export const userCreated = "User created successfully."; // spec §8, to the letter
export const name = "Name";
export const submit = "Create account";
export const photoNotUploaded =
  "Your account is ready, but your picture wasn't uploaded. You can add it in your profile.";
export const confirmationSent = (email: string) => `Confirm your email address: we sent a link to ${email}.`;
