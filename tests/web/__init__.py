"""The web app in a real Chromium, driven as people drive it."""
