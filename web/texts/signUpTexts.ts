/** The texts of the sign-up form. */
export const signUpTexts = {
  photo: "Your picture",
  generated: "Made from your initials. You can change it now or later.",
  useAnother: "Use another picture",
  choosePhoto: "Choose a picture",
  photoURL: "Photo URL",
  photoURLHint: "Or paste the https URL of a picture of you.",
  initialsInstead: "We'll show your initials instead.",
  submit: "Create account",
  photoNotUploaded: "Your account is ready, but your picture wasn't uploaded. You can add it in your profile.",
  confirmationSent: (email: string) => `We sent a confirmation to ${email}.`,
} as const;
