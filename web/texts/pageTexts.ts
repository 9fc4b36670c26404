/** The pages' titles, which menus use too, and their introductions. */

// Spec §1 and §2, to the letter.
export const home = "Home";
export const login = "Login";
export const allSurveysLink = "All Surveys";
export const admin = "ADMIN";
export const price = "PRICE Page";
export const manageUsers = "Manage users";
export const manageSurveys = "Manage surveys Status";
export const payment = "Payment";
export const responses = "responses of surveys";
export const addSurvey = "ADD a survey";
export const updateSurvey = "update survey";
export const feedbacks = "feedbacks";
export const participations = "Participate in surveys";
export const reported = "Reported surveys";
export const commented = "Commented on surveys";
export const paymentHistory = "Payment History";

// Public pages.
export const allSurveys = "All surveys";
export const allSurveysText = "All published surveys. Browse freely; you need an account to vote.";
export const survey = "Survey";
export const allVotes = "All votes";
export const votes = "Votes";
export const checkResult = "Check a result";
export const surveyDetails = "Picture, description and all votes";
export const membership = "Membership";
export const membershipText = "Voting is free. PRO lets you comment. Every vote counts once, with or without PRO.";
export const paymentText = "A year of PRO, paid once.";
export const loginText = "Welcome back.";
export const signup = "Signup";
export const createAccount = "Create an account";
export const createAccountText = "It's free, takes a minute, and gives you one vote on every survey.";
export const forgotPassword = "Forgot password";
export const forgotPasswordText = "Enter your email and we'll send you a reset link.";
export const remembered = "Remembered it?";
export const newPassword = "New password";
export const newPasswordText = "Setting it signs you out on all devices. Then sign in with the new password.";
export const invitation = "Your invitation";
export const stopEmails = "Stop these emails";
export const confirmAddress = "Confirm your address";
export const confirmAddressText = "Confirm that this is your email address.";

// The user's own pages.
export const profile = "Your profile";
export const profileText = "Everyone can see your name next to your votes and surveys.";
export const nameAndPhoto = "Name and photo";
export const pictures = "Your pictures";
export const picturesText = "Pictures you uploaded. Unused ones are deleted after a day.";
export const ownSurveys = "Your surveys";
export const ownSurveysText = "All your surveys, newest first.";

// The dashboard.
export const dashboard = "Dashboard";
export const manageUsersText = "Manage accounts and roles.";
export const manageSurveysText =
  "Review new surveys, and unpublish ones that break the rules. The owner gets your feedback.";
export const allPaymentsText = "All payments, newest first.";
export const webhooks = "Webhooks";
export const auditLog = "Audit log";
export const auditLogText = "Changes by admins, newest first. Entries can't be edited or deleted.";
export const allResponsesText = "The results of all surveys.";
export const ownResponsesText = "Your survey results, newest first.";
export const surveyResponses = "responses";
export const surveyResponsesOf = (title: string) => `responses: ${title}`;
export const updateSurveyText =
  "You can change everything until the first vote. After that, you can add notes and move the deadline to a later day.";
export const feedback = "feedback";
export const feedbackText = "An admin's feedback on the survey.";
export const feedbacksText = "Admins' feedback on your surveys, newest first.";
export const participationsText = "Surveys you voted on, with their current results.";
export const reportedText = "Surveys that you reported as inappropriate.";
export const commentedText = "Your comments on surveys. Everyone can read them.";
export const paymentHistoryText = "Your payments for PRO, newest first.";
