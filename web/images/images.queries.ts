import { upload as uploadImage } from "@survey-app/contract/images.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { upload } from "../api.ts";

/** Stores an image and answers its address; `progress` tells how much of it is through, 0–1. */
export function useUpload() {
  const [progress, setProgress] = useState(0);
  const mutation = useMutation({
    mutationFn: async (file: File) => (await upload(uploadImage, file, setProgress)).data.display_url,
    onMutate: () => setProgress(0),
  });
  return { ...mutation, progress };
}
