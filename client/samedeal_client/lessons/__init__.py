"""A lesson for every game: a deal, and moves on it that show how it is played."""

from samedeal_client.lessons.course import Lesson, lesson_of
from samedeal_client.lessons.steps import Step

__all__ = ["Lesson", "Step", "lesson_of"]
